package main

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestFailuresAreShownAndNamedAfterTheSlowestTests(t *testing.T) {
	t.Parallel()
	times := filepath.Join(t.TempDir(), "times")
	var shown strings.Builder
	err := follow(strings.NewReader(`{"Action":"output","Package":"upslope/edge","Test":"TestGood","Output":"fine\n"}
{"Action":"pass","Package":"upslope/edge","Test":"TestGood","Elapsed":3}
{"Action":"output","Package":"upslope/edge","Test":"TestBad","Output":"what went wrong\n"}
{"Action":"fail","Package":"upslope/edge","Test":"TestBad","Elapsed":7.5}
{"Action":"output","Package":"upslope/edge","Output":"FAIL\tupslope/edge\t9s\n"}
{"Action":"fail","Package":"upslope/edge","Elapsed":9}
`), &shown, times)
	if err == nil || shown.String() != "what went wrong\nFAIL\tupslope/edge\t9s\n" {
		t.Errorf("%v, %q", err, shown.String())
	}
	shown.Reset()
	if err := summarize(times, &shown); err != nil || shown.String() != `The slowest tests:
    7.5 s  edge  TestBad
    3.0 s  edge  TestGood
    0.0 s  edge  the package
These failed:
  edge  TestBad
  edge  the package
` {
		t.Errorf("%v, %q", err, shown.String())
	}
}

func TestBuildFailureIsReported(t *testing.T) {
	t.Parallel()
	var shown strings.Builder
	err := follow(strings.NewReader(`{"ImportPath":"upslope/edge","Action":"build-output","Output":"x.go:1: undefined: y\n"}
{"ImportPath":"upslope/edge","Action":"build-fail"}
`), &shown, filepath.Join(t.TempDir(), "times"))
	if err == nil || shown.String() != "x.go:1: undefined: y\n" {
		t.Errorf("%v, %q", err, shown.String())
	}
}
