package chdb

import (
	"syscall"
	"unsafe"
)

// sigaction is the kernel's struct sigaction on amd64 and arm64.
type sigaction struct{ handler, flags, restorer, mask uintptr }

// lastSignal is the last standard signal; the engine installs no handlers for real-time ones.
const lastSignal = 31

type signals [lastSignal + 1]sigaction

// saveSignals asks the kernel because os/signal does not see what the library changes.
func saveSignals() *signals {
	var s signals
	for n := 1; n <= lastSignal; n++ {
		rtSigaction(n, nil, &s[n])
	}
	return &s
}

func (s *signals) restore() {
	for n := 1; n <= lastSignal; n++ {
		if n != int(syscall.SIGKILL) && n != int(syscall.SIGSTOP) {
			rtSigaction(n, &s[n], nil)
		}
	}
}

func rtSigaction(signal int, set, old *sigaction) {
	const maskSize = 8
	_, _, _ = syscall.RawSyscall6(syscall.SYS_RT_SIGACTION, uintptr(signal),
		uintptr(unsafe.Pointer(set)), uintptr(unsafe.Pointer(old)), maskSize, 0, 0)
}
