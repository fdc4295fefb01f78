-- True for pages that one word names, such as contact, about or careers: a short title says all of them.
(address) -> match(decodeURLComponent(path(address)), concat('(?i)/(', arrayStringConcat([
        '(contact|contacts|kontakt|contacto|contato|contatti|kontakty|контакты|kontakti|お問い合わせ|联系我们|iletisim)([-_](us|me|form|page))?',
        '(about|about-us|our-story|ueber-uns|über-uns|a-propos|qui-sommes-nous|sobre(-nosotros|-nos)?|quienes-somos|chi-siamo|over-ons|o-nas|o-firmie|om-oss|hakkimizda|о-нас|о-компании|会社概要)',
        '(team|our-team|careers?|jobs|karriere|stellenangebote|carrieres?|empleo|vacatures|press|presse|news|blog|events|faqs?|help|hilfe|support|archive|sitemap)'
    ], '|'), ')(\\.[a-z]{2,5})?/?$'))
