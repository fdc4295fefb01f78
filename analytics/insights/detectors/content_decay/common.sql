-- Pages that lose clicks while pages like them do not. targets.sql finds them, detector.sql says where their clicks went.
with
    -- Time is cut into windows of 28 days that count back from the last final day: 0 is now, 13 the same days a year ago, weekday by weekday.
    (of_day) -> intDiv({gsc_to:Date} - of_day, 28) as span_of,
    (of_day) -> intDiv({gsc_to:Date} - of_day, 7) % 4 as week_of
select *
from system.one
