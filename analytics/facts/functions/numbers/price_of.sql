-- A number with thousands separators, and cents if it is small and not round, formatted as by
-- analytics/format.
(amount) -> if(
    abs(amount) >= 100 or amount = trunc(amount),
    concat(if(amount < 0, '-', ''), reverse(arrayStringConcat(extractAll(reverse(toString(toInt64(round(abs(amount))))), '[0-9]{1,3}'), ','))),
    toDecimalString(amount, 2))
