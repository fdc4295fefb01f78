-- A sum of money with its currency symbol, formatted as by analytics/format.
-- uses: price_of
(amount, of_currency) -> concat(
    transform(of_currency, {currencies:Array(String)}, {currency_signs:Array(String)}, concat(of_currency, ' ')),
    price_of(if(of_currency in {whole_currencies:Array(String)}, round(amount), amount)))
