package render

import (
	"slices"
	"strings"

	"upslope"
)

// trackers are the hosts whose scripts count visits, record sessions, show ads or chat: a crawl is no visit.
var trackers = strings.Fields(`
	google-analytics.com analytics.google.com googletagmanager.com doubleclick.net googlesyndication.com googleadservices.com
	facebook.net connect.facebook.com ads-twitter.com analytics.twitter.com analytics.tiktok.com snap.licdn.com px.ads.linkedin.com
	bat.bing.com clarity.ms hotjar.com hotjar.io fullstory.com mouseflow.com smartlook.com logrocket.io logrocket.com
	segment.com segment.io mixpanel.com amplitude.com heap.io heapanalytics.com posthog.com plausible.io usefathom.com umami.is
	matomo.cloud mc.yandex.ru hm.baidu.com quantserve.com scorecardresearch.com chartbeat.com parsely.com newrelic.com nr-data.net
	sentry.io sentry-cdn.com bugsnag.com datadoghq-browser-agent.com browser-intake-datadoghq.com cloudflareinsights.com
	criteo.com criteo.net taboola.com outbrain.com pinimg.com ct.pinterest.com hs-analytics.net hs-scripts.com hsforms.net
	intercom.io intercomcdn.com drift.com tawk.to crisp.chat zdassets.com optimizely.com visualwebsiteoptimizer.com vwo.com
	cookiebot.com cookielaw.org onetrust.com usercentrics.eu
`)

func isTracker(host string) bool {
	return slices.ContainsFunc(trackers, func(tracker string) bool { return upslope.HostBelongsTo(host, tracker) })
}
