-- One row: how fast a page was in a test of a day, in seconds and as a score; with a pattern, the average of
-- the pages whose host and path match, under ''. Real visits, or without any one simulated visit.
-- uses: pagespeed_tests_current
select
    if({pattern:String} = '', page, '') as key,
    day,
    avg(if({is_lab:Bool}, lab_lcp_ms, toFloat64(field_lcp_ms))) / 1000 as lcp_of_day,
    avg(if({is_lab:Bool}, null, toFloat64(field_inp_ms))) / 1000 as inp_of_day,
    avg(if({is_lab:Bool}, lab_cls, field_cls)) as cls_of_day,
    '' as money
from pagespeed_tests_current
where day between {from:Date} and {to:Date}
  and if({pattern:String} = '', page in {keys:Array(String)}, match(concat(domainWithoutWWW(page), path(page)), {pattern:String}))
  and ({device:String} = '' or device = {device:String})
group by key, day
