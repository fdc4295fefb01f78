-- Pages that lose clicks while similar pages do not. targets.sql selects them, detector.sql explains the
-- loss.
with
    -- Windows are 28 days, counted back from the last final day: 0 is now, 13 the same weekdays a year ago.
    (of_day) -> intDiv({gsc_to:Date} - of_day, 28) as span_of,
    (of_day) -> intDiv({gsc_to:Date} - of_day, 7) % 4 as week_of
select *
from system.one
