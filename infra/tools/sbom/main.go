// Command sbom lists what ships with Upslope: the Go modules compiled in and the npm packages of the web app
// and Companion. It writes a CycloneDX file and the modules' license texts, prints the licenses, and fails on
// one that is unknown or that the project cannot ship under. The image's Debian packages are not in it.
package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/google/licensecheck"
)

// component is one library of what ships, as CycloneDX has it.
type component struct {
	Type     string    `json:"type"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	PURL     string    `json:"purl"`
	Licenses []license `json:"licenses"`
}

type license struct {
	License struct {
		ID   string `json:"id,omitempty"`
		Name string `json:"name,omitempty"`
	} `json:"license"`
	Expression string `json:"expression,omitempty"`
}

// allowed are licenses that the project may be distributed with, as a whole under Apache-2.0.
var allowed = regexp.MustCompile(`^(Apache-2\.0|MIT|MIT-0|ISC|BSD-[023]-Clause|0BSD|MPL-2\.0|Unlicense|CC0-1\.0|CC-BY-4\.0|BlueOak-1\.0\.0|Zlib|OFL-1\.1|Python-2\.0)$`)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(args []string, stdout io.Writer) error {
	if len(args) != 1 {
		return errors.New("usage: sbom FOLDER, in the root of the repository")
	}
	modules, texts, err := goModules()
	if err != nil {
		return err
	}
	packages, err := npmPackages()
	if err != nil {
		return err
	}
	all := append(modules, packages...)
	slices.SortFunc(all, func(a, b component) int { return strings.Compare(a.PURL, b.PURL) })
	if err := write(args[0], all, texts); err != nil {
		return err
	}
	return report(stdout, all)
}

// goModules lists the modules of the packages that the program is built of, with the texts of their licenses.
func goModules() (modules []component, texts []byte, err error) {
	out, err := command("go", "list", "-deps", "-json=Module", "./cmd/upslope")
	if err != nil {
		return nil, nil, err
	}
	type module struct {
		Path, Version, Dir string
		Main               bool
		Replace            *struct{ Path, Version, Dir string }
	}
	seen := map[string]module{}
	for decoder := json.NewDecoder(bytes.NewReader(out)); ; {
		var one struct{ Module *module }
		if err := decoder.Decode(&one); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, nil, fmt.Errorf("read the list of modules: %w", err)
		}
		if one.Module != nil && !one.Module.Main {
			seen[one.Module.Path] = *one.Module
		}
	}
	for _, path := range slices.Sorted(maps.Keys(seen)) {
		found := seen[path]
		ids, text, err := licensesIn(found.Dir)
		if err != nil {
			return nil, nil, fmt.Errorf("read the license of %s: %w", path, err)
		}
		modules = append(modules, component{"library", path, found.Version, "pkg:golang/" + path + "@" + found.Version, named(ids)})
		texts = fmt.Appendf(texts, "%s %s\n\n%s\n\n%s\n\n", path, found.Version, text, strings.Repeat("-", 80))
	}
	return modules, texts, nil
}

var licenseFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|unlicense)([.-].*)?$`)

// licensesIn recognizes the licenses in the top folder of a module.
func licensesIn(dir string) (ids []string, text []byte, err error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, nil, err
	}
	for _, entry := range entries {
		if entry.IsDir() || !licenseFile.MatchString(entry.Name()) || strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		file, err := os.ReadFile(filepath.Join(dir, entry.Name()))
		if err != nil {
			return nil, nil, err
		}
		text = append(text, file...)
		for _, match := range licensecheck.Scan(file).Match {
			if !match.IsURL && !slices.Contains(ids, match.ID) {
				ids = append(ids, match.ID)
			}
		}
	}
	return ids, text, nil
}

func named(ids []string) []license {
	licenses := make([]license, len(ids))
	for i, id := range ids {
		licenses[i].License.ID = id
	}
	return licenses
}

// lockedPackage is an entry of package-lock.json.
type lockedPackage struct {
	Version, License                   string
	Dependencies, OptionalDependencies map[string]string
}

// npmPackages lists the packages that the web app and Companion ship, as package-lock.json has them. npm's
// own list cannot be made of a project with workspaces.
func npmPackages() ([]component, error) {
	text, err := os.ReadFile("package-lock.json")
	if err != nil {
		return nil, err
	}
	var lock struct{ Packages map[string]lockedPackage }
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, fmt.Errorf("read package-lock.json: %w", err)
	}
	reached := map[string]bool{}
	var reach func(from string)
	reach = func(from string) {
		for _, names := range []map[string]string{lock.Packages[from].Dependencies, lock.Packages[from].OptionalDependencies} {
			for name := range names {
				if at, found := resolve(lock.Packages, from, name); found && !reached[at] {
					reached[at] = true
					reach(at)
				}
			}
		}
	}
	for _, workspace := range []string{"web", "infra/companion"} {
		if _, found := lock.Packages[workspace]; !found {
			return nil, fmt.Errorf("package-lock.json has no workspace %s", workspace)
		}
		reach(workspace)
	}
	var packages []component
	for at := range reached {
		locked := lock.Packages[at]
		name := at[strings.LastIndex(at, "node_modules/")+len("node_modules/"):]
		one := component{Type: "library", Name: name, Version: locked.Version, PURL: "pkg:npm/" + strings.Replace(name, "@", "%40", 1) + "@" + locked.Version, Licenses: []license{}}
		if stated := cmp.Or(locked.License, inReadme(name)); stated != "" {
			one.Licenses = named([]string{stated})
		}
		packages = append(packages, one)
	}
	if len(packages) == 0 {
		return nil, errors.New("package-lock.json lists nothing that ships")
	}
	return packages, nil
}

// inReadme returns the license of a package that states it nowhere but in its Readme.md.
func inReadme(name string) string {
	if name == "combine-errors" {
		return "MIT"
	}
	return ""
}

// resolve finds a dependency as Node.js does: beside the package, then in each folder above it.
func resolve(packages map[string]lockedPackage, from, name string) (at string, found bool) {
	for {
		at = strings.TrimPrefix(from+"/node_modules/"+name, "/")
		if _, found = packages[at]; found {
			return at, true
		}
		if from == "" {
			return "", false
		}
		from = from[:max(0, strings.LastIndex(from, "/"))]
	}
}

func command(name string, args ...string) ([]byte, error) {
	var problem bytes.Buffer
	run := exec.Command(name, args...)
	run.Stderr = &problem
	out, err := run.Output()
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w\n%s", name, args[0], err, problem.Bytes())
	}
	return out, nil
}

func write(folder string, all []component, texts []byte) error {
	document, err := json.MarshalIndent(map[string]any{
		"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
		"metadata":   map[string]any{"component": map[string]string{"type": "application", "name": "upslope"}},
		"components": all,
	}, "", "  ")
	if err != nil {
		return err
	}
	return errors.Join(os.WriteFile(filepath.Join(folder, "sbom.cdx.json"), append(document, '\n'), 0o644),
		os.WriteFile(filepath.Join(folder, "licenses.txt"), texts, 0o644))
}

// report prints how many components have each license, and fails on those that cannot ship.
func report(stdout io.Writer, all []component) error {
	count := map[string]int{}
	var refused []string
	for _, one := range all {
		ids := licensesOf(one)
		count[strings.Join(ids, " and ")]++
		if len(ids) == 0 || slices.ContainsFunc(ids, func(id string) bool { return !shippable(id) }) {
			refused = append(refused, fmt.Sprintf("%s %s: %s", one.Name, one.Version, cmp.Or(strings.Join(ids, " and "), "no license found")))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(count)) {
		if _, err := fmt.Fprintf(stdout, "%4d  %s\n", count[name], cmp.Or(name, "none")); err != nil {
			return err
		}
	}
	if len(refused) > 0 {
		return fmt.Errorf("these cannot ship as they are:\n%s", strings.Join(refused, "\n"))
	}
	return nil
}

func licensesOf(one component) (ids []string) {
	for _, license := range one.Licenses {
		ids = append(ids, cmp.Or(license.License.ID, license.License.Name, license.Expression))
	}
	slices.Sort(ids)
	return ids
}

// shippable reports whether a license, or one of a choice such as (MIT OR GPL-2.0), is allowed.
func shippable(expression string) bool {
	for choice := range strings.SplitSeq(strings.Trim(expression, "()"), " OR ") {
		if !slices.ContainsFunc(strings.Split(choice, " AND "), func(id string) bool { return !allowed.MatchString(strings.Trim(id, "() ")) }) {
			return true
		}
	}
	return false
}
