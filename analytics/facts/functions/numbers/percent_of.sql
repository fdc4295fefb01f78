-- A share in percent, with enough decimals to differ from 0 and 100, rounded as by analytics/format.
(part, digits) -> round(100 * part, if(part > 0 and part < 1, greatest(digits, toInt8(floor(-log10(199.999 * greatest(1e-9, least(part, 1 - part)))) + 1)), digits))
