package browser

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/chromedp"

	"upslope/infra/embedded/lock"
)

const startTimeout = 20 * time.Second

// Browser is a running browser process.
type Browser struct {
	ctx  context.Context //nolint:containedctx // chromedp's handle of the browser
	stop func()          // kills it and waits for its exit
	uses int
}

// Open opens a blank page in a browser context of its own, which shares nothing with other pages.
func (b *Browser) Open() (page context.Context, closePage func(), err error) {
	ctx, cancel := chromedp.NewContext(b.ctx, chromedp.WithNewBrowserContext())
	defer time.AfterFunc(startTimeout, cancel).Stop() // the page would end with the deadline of this context
	if err := chromedp.Do(ctx); err != nil {
		cancel()
		return nil, nil, fmt.Errorf("open a page: %w", err)
	}
	return ctx, cancel, nil
}

func start(path string) (*Browser, error) {
	credential, err := unprivileged()
	if err != nil {
		return nil, err
	}
	profile, remove, err := lock.TempFolder("", "upslope-browser-")
	if err != nil {
		return nil, err
	}
	allocator, wait := chromedp.NewExecAllocator(context.Background(), append(options(path),
		chromedp.UserDataDir(profile), chromedp.ModifyCmdFunc(func(cmd *exec.Cmd) { confine(cmd, credential) }))...)
	ctx, cancel := chromedp.NewContext(allocator,
		chromedp.WithErrorf(func(string, ...any) {})) // relevant errors are also returned by calls
	stop := sync.OnceFunc(func() {
		cancel()
		wait()
		remove()
	})
	failed := make(chan error, 1)
	go func() { failed <- chromedp.Do(ctx) }() // the browser would end with the deadline of this context
	select {
	case err = <-failed:
	case <-time.After(startTimeout):
		err = errors.New("it did not start in time")
	}
	if err != nil {
		stop()
		return nil, fmt.Errorf("start the browser %s: %w", path, err)
	}
	return &Browser{ctx: ctx, stop: stop}, nil
}

func options(path string) []chromedp.ExecAllocatorOption {
	flag := chromedp.Flag
	return append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]),
		chromedp.ExecPath(path), chromedp.DisableGPU, chromedp.NoInheritEnv,
		chromedp.Env("PATH=/usr/bin:/bin", "LANG=C.UTF-8"),
		// chromedp disables the sandbox for root, but the browser never runs as root
		flag("no-sandbox", false),
		flag("host-resolver-rules", "MAP * ~NOTFOUND"),
		flag("proxy-server", "http://127.0.0.1:9"), flag("proxy-bypass-list", "<-loopback>"),
		flag("force-webrtc-ip-handling-policy", "disable_non_proxied_udp"),
		flag("disable-component-update", true), flag("hide-scrollbars", true), flag("font-render-hinting", "none"),
		flag("disable-background-networking", true), flag("disable-quic", true), flag("disable-sync", true),
		flag("js-flags", "--max-old-space-size=256"),
	)
}
