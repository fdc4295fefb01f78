package edge_test

import (
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"upslope/edge"
	"upslope/edge/auth"
)

func TestEveryOperationHasALeastRole(t *testing.T) {
	contract, err := openapi3.NewLoader().LoadFromData(edge.Contract)
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	for path, item := range contract.Paths.Map() {
		for method, operation := range item.Operations() {
			public := operation.Security != nil && len(*operation.Security) == 0
			if has := auth.LeastRole(operation.OperationID) != ""; has == public {
				t.Errorf("%s %s (%s): public %v, in leastRoles of edge/auth/roles.go %v", method, path, operation.OperationID, public, has)
			}
			found++
		}
	}
	if found < 100 {
		t.Errorf("saw %d operations: the walk is broken", found)
	}
}
