// Package chdb calls libchdb, ClickHouse as a shared library, without cgo.
//
// It owns the calls and the memory they return. It does not own processes, sockets or files, and must only
// run in a process dedicated to it: a fault inside the engine ends the process.
package chdb

import (
	"fmt"
	"sync"
	"unsafe"

	"github.com/ebitengine/purego"
)

// statement is the signature of the three calls that start a statement: connection, SQL, format and
// parameters, each with lengths.
type statement = func(conn, sql unsafe.Pointer, sqlLen uintptr, format unsafe.Pointer, formatLen uintptr,
	names, nameLens, values, valueLens unsafe.Pointer, n uintptr) unsafe.Pointer

// Library is libchdb, loaded.
type Library struct {
	connecting sync.Mutex // two concurrent guards would save each other's signal handlers

	connect    func(argc int32, argv unsafe.Pointer) unsafe.Pointer
	disconnect func(conn unsafe.Pointer)

	query  statement
	stream statement
	insert statement

	fetch         func(conn, stream unsafe.Pointer) unsafe.Pointer
	cancelStream  func(conn, stream unsafe.Pointer)
	destroyResult func(result unsafe.Pointer)
	resultBuffer  func(result unsafe.Pointer) unsafe.Pointer
	resultLength  func(result unsafe.Pointer) uintptr
	resultError   func(result unsafe.Pointer) unsafe.Pointer

	insertAppend  func(insert, data unsafe.Pointer, n uintptr) int32
	insertDone    func(insert unsafe.Pointer) unsafe.Pointer
	insertCancel  func(insert unsafe.Pointer)
	insertError   func(insert unsafe.Pointer) unsafe.Pointer
	destroyInsert func(insert unsafe.Pointer)

	setSignalHandlers func(enabled int32)
}

// Load opens the shared library at path and keeps it from replacing Go's signal handlers.
func Load(path string) (*Library, error) {
	handle, err := purego.Dlopen(path, purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", path, err)
	}
	l := &Library{}
	for _, f := range []struct {
		pointer any
		name    string
	}{
		{&l.connect, "chdb_connect"},
		{&l.disconnect, "chdb_close_conn"},
		{&l.query, "chdb_query_with_params_n"},
		{&l.stream, "chdb_stream_query_with_params_n"},
		{&l.insert, "chdb_stream_insert_with_params_n"},
		{&l.fetch, "chdb_stream_fetch_result"},
		{&l.cancelStream, "chdb_stream_cancel_query"},
		{&l.destroyResult, "chdb_destroy_query_result"},
		{&l.resultBuffer, "chdb_result_buffer"},
		{&l.resultLength, "chdb_result_length"},
		{&l.resultError, "chdb_result_error"},
		{&l.insertAppend, "chdb_stream_append"},
		{&l.insertDone, "chdb_stream_done"},
		{&l.insertCancel, "chdb_stream_cancel_insert"},
		{&l.insertError, "chdb_stream_insert_error"},
		{&l.destroyInsert, "chdb_destroy_insert_stream"},
		{&l.setSignalHandlers, "chdb_set_signal_handlers_enabled"},
	} {
		if _, err := purego.Dlsym(handle, f.name); err != nil {
			return nil, fmt.Errorf("%s is not the pinned version of libchdb: %w", path, err)
		}
		purego.RegisterLibFunc(f.pointer, handle, f.name)
	}
	l.guard(func() { l.setSignalHandlers(0) })
	return l, nil
}

// guard runs call and then restores Go's signal handlers, which preemption and crash reports depend on.
func (l *Library) guard(call func()) {
	l.connecting.Lock()
	defer l.connecting.Unlock()
	saved := saveSignals()
	call()
	saved.restore()
}

// text copies a C string.
func text(p unsafe.Pointer) string {
	if p == nil {
		return ""
	}
	n := 0
	for *(*byte)(unsafe.Add(p, n)) != 0 {
		n++
	}
	return string(unsafe.Slice((*byte)(p), n))
}
