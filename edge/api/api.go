// Package api is generated from ../openapi.yaml: the contract's types and the server interface edge
// implements.
package api

//go:generate go tool -modfile=../../infra/tools/go.mod oapi-codegen -config oapi-codegen.yaml -o api.gen.go ../openapi.yaml
