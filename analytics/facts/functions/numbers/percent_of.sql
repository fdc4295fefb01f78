-- A share in percent, with as many digits as tell it from none and from all, as analytics/written rounds it.
(part, digits) -> round(100 * part, if(part > 0 and part < 1, greatest(digits, toInt8(floor(-log10(199.999 * greatest(1e-9, least(part, 1 - part)))) + 1)), digits))
