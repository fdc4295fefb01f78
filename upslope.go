// Package upslope holds the nouns of the product, one file each: accounts, users, sites, crawls, insights,
// jobs and the rules that belong to them alone (what a valid domain is, which status may follow which). It
// knows no database, no HTTP and no other package of this module; every other package may import it.
package upslope
