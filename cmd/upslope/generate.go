package main

//go:generate go test . -run TestReadmeHasTheSettings -update
