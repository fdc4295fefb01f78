// Package api is generated from ../openapi.yaml: the types of the contract and the server interface that edge
// fills in.
package api

//go:generate go tool -modfile=../../infra/tools/go.mod oapi-codegen -config oapi-codegen.yaml -o api.gen.go ../openapi.yaml
