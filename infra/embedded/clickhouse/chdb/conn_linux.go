package chdb

import (
	"errors"
	"runtime"
	"unsafe"
)

// Param is a query parameter: Value is TSV-escaped text, as in ClickHouse's HTTP interface.
type Param struct{ Name, Value string }

// Conn is a session of the engine. It runs one statement at a time; sessions of one path run concurrently.
type Conn struct {
	lib    *Library
	box    unsafe.Pointer // pointer to handle, for disconnect
	handle unsafe.Pointer // for all other calls
}

// Connect opens a session. The first one starts the engine, closing the last one stops it.
func (l *Library) Connect(args ...string) (*Conn, error) {
	var pin runtime.Pinner
	defer pin.Unpin()
	argv := make([]*byte, 0, len(args)+2)
	for _, arg := range append([]string{"clickhouse"}, args...) {
		b := append([]byte(arg), 0)
		pin.Pin(&b[0])
		argv = append(argv, &b[0])
	}
	argc := int32(len(argv))
	argv = append(argv, nil)
	pin.Pin(&argv[0])

	var box unsafe.Pointer
	l.guard(func() { box = l.connect(argc, unsafe.Pointer(&argv[0])) })
	if box == nil || *(*unsafe.Pointer)(box) == nil {
		return nil, errors.New("the engine refused the connection")
	}
	return &Conn{lib: l, box: box, handle: *(*unsafe.Pointer)(box)}, nil
}

// Close ends the session.
func (c *Conn) Close() { c.lib.disconnect(c.box) }

// Exec runs a statement and discards its result.
func (c *Conn) Exec(sql string) error {
	return c.Query(sql, "Null", nil, func([]byte) error { return nil })
}

// Query runs a statement and calls each once with the complete result, which is valid during the call only.
func (c *Conn) Query(sql, format string, params []Param, each func([]byte) error) error {
	return c.lib.take(c.start(c.lib.query, sql, format, params), each)
}

// Stream runs a SELECT and calls each with every chunk of its result, valid during the call only. An error of
// each cancels the statement.
func (c *Conn) Stream(sql, format string, params []Param, each func([]byte) error) error {
	stream := c.start(c.lib.stream, sql, format, params)
	if stream == nil {
		return errNoAnswer
	}
	defer c.lib.destroyResult(stream)
	if e := c.lib.resultError(stream); e != nil {
		return errors.New(text(e))
	}
	for more := true; more; {
		err := c.lib.take(c.lib.fetch(c.handle, stream), func(b []byte) error {
			if more = len(b) > 0; !more {
				return nil
			}
			if err := each(b); err != nil {
				c.lib.cancelStream(c.handle, stream)
				return err
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

var errNoAnswer = errors.New("the engine gave no answer")

// take passes a result to each and frees it.
func (l *Library) take(result unsafe.Pointer, each func([]byte) error) error {
	if result == nil {
		return errNoAnswer
	}
	defer l.destroyResult(result)
	if e := l.resultError(result); e != nil {
		return errors.New(text(e))
	}
	n := l.resultLength(result)
	if n == 0 {
		return each(nil)
	}
	return each(unsafe.Slice((*byte)(l.resultBuffer(result)), n))
}

// start calls one of the three statement functions with its arguments pinned.
func (c *Conn) start(call statement, sql, format string, params []Param) unsafe.Pointer {
	var pin runtime.Pinner
	defer pin.Unpin()
	pinned := func(s string) *byte {
		b := append([]byte(s), 0)
		pin.Pin(&b[0])
		return &b[0]
	}
	names, values := make([]*byte, len(params)+1), make([]*byte, len(params)+1)
	nameLens, valueLens := make([]uintptr, len(params)+1), make([]uintptr, len(params)+1)
	for i, p := range params {
		names[i], nameLens[i] = pinned(p.Name), uintptr(len(p.Name))
		values[i], valueLens[i] = pinned(p.Value), uintptr(len(p.Value))
	}
	pin.Pin(&names[0])
	pin.Pin(&values[0])
	pin.Pin(&nameLens[0])
	pin.Pin(&valueLens[0])
	return call(c.handle, unsafe.Pointer(pinned(sql)), uintptr(len(sql)), unsafe.Pointer(pinned(format)), uintptr(len(format)),
		unsafe.Pointer(&names[0]), unsafe.Pointer(&nameLens[0]), unsafe.Pointer(&values[0]), unsafe.Pointer(&valueLens[0]), uintptr(len(params)))
}

// Insert is an INSERT that waits for rows. End it with Done or Cancel.
type Insert struct {
	lib    *Library
	handle unsafe.Pointer
}

// StartInsert starts an INSERT INTO statement (without its FORMAT clause) whose rows follow as bytes in
// format.
func (c *Conn) StartInsert(sql, format string, params []Param) (*Insert, error) {
	handle := c.start(c.lib.insert, sql, format, params)
	if handle == nil {
		return nil, errNoAnswer
	}
	if e := c.lib.insertError(handle); e != nil {
		defer c.lib.destroyInsert(handle)
		return nil, errors.New(text(e))
	}
	return &Insert{lib: c.lib, handle: handle}, nil
}

// Write sends encoded rows.
func (i *Insert) Write(b []byte) (int, error) {
	if len(b) > 0 && i.lib.insertAppend(i.handle, unsafe.Pointer(&b[0]), uintptr(len(b))) != 0 {
		return 0, errors.New(text(i.lib.insertError(i.handle)))
	}
	return len(b), nil
}

// Done commits the rows.
func (i *Insert) Done() error {
	defer i.lib.destroyInsert(i.handle)
	return i.lib.take(i.lib.insertDone(i.handle), func([]byte) error { return nil })
}

// Cancel discards the rows.
func (i *Insert) Cancel() {
	i.lib.insertCancel(i.handle)
	i.lib.destroyInsert(i.handle)
}
