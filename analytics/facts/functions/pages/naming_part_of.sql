-- The URL parameters that identify the content of a page, without those for presentation or tracking.
(address) -> arrayStringConcat(arrayFilter(
    parameter -> match(parameter, '(?i)^(([a-z_.-]*_)?(id|sku|product|item|article|post|story|thread|topic|route|slug)|[a-z]{1,8}id)=.')
        and not match(parameter, '(?i)^(sid|s_?id|session_?id|phpsessid|jsessionid|[a-z]*clid|cid|uid|user_?id|visitor_?id|aff(iliate)?_?id|ref_?id|partner_?id|campaign_?id|click_?id)='),
    splitByChar('&', queryString(address))), '&')
