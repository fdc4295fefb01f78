package main

//go:generate go test . -run TestReadmeHasTheSettings|TestProvidersAreGenerated -update
