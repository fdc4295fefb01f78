-- A share in percent, with enough decimals to differ from 0 and 100, rounded as by analytics/format. Nine
-- decimals first: the order in which a sum was added up does not decide a tie.
(part, digits) -> round(round(100 * part, 9), if(part > 0 and part < 1, greatest(digits, toInt8(floor(-log10(199.999 * greatest(1e-9, least(part, 1 - part)))) + 1)), digits))
