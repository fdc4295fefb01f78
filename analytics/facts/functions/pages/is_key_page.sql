-- True for the home page, and for pages where visitors turn into customers: booking, checkout, contact,
-- quote, sign-up, login and pricing, by the last word of the path in the languages of most sites.
(address) -> path(address) in ('', '/') and queryString(address) = ''
    or match(decodeURLComponent(path(address)), concat('(?i)/(', arrayStringConcat([
        -- booking
        '((online|my)[-_])?(book|booking|bookings|reserve|reservations?|appointments?|schedule)([-_](a|an|your|now|online|us)([-_][a-z]+)?)?',
        'termin(e|vereinbarung|buchen|buchung)?|buchen|buchung(en)?|reservieren|reservierung(en)?|reserver|rendez-?vous|prise-de-rendez-vous|reservas?|reservar|cita(-previa)?|citas',
        'prenota(re|zioni|zione)?|reserveren|reservering(en)?|afspraak(-maken)?|boeken|rezerwacja|rezerwacje|booken|bestill(ing)?|boka|agendar|agendamento',
        'бронирование|запись|zapis|予約|预订|预约|예약|rezervasyon|randevu',
        -- checkout
        'check-?out|(shopping[-_]?)?cart|basket|bag|order|kasse|warenkorb|panier|commande|caisse|carrito|cesta|pago|carrinho|finalizar-compra|carrello|cassa|winkelwagen|winkelmandje|afrekenen|koszyk|zamowienie|kassa|varukorg|indkøbskurv',
        'корзина|korzina|оформление-заказа|カート|购物车|结账|장바구니|sepet|odeme',
        -- contact and quotes
        '(contact|contacts|kontakt|kontakte|contacto|contactos|contato|contatti|contatto|contacter|contacteer|kontakty|kontaktformular|контакты|kontakti|お問い合わせ|联系我们|문의|iletisim)([-_](us|me|form|uns|nous|ons|page|sales|oss))?',
        '(get|request)[-_](in[-_]touch|a[-_](quote|demo|call)|quote|demo)|quote|quotes|free-quote|angebot(-anfordern)?|anfrage|devis|presupuesto|preventivo|offerte(-aanvragen)?|orcamento|wycena|enquir(y|e)|inquiry',
        -- sign-up, login, pricing
        'sign[-_]?up|register|registration|join(-us|-now)?|subscribe|free-trial|start-trial|get-started|registrieren|registrierung|anmelden|anmeldung|inscription|s-inscrire|registro|registrarse|registrati|iscriviti|aanmelden|registreren|cadastro|rejestracja|регистрация|会員登録|注册|회원가입',
        'log[-_]?in|sign[-_]?in|einloggen|connexion|se-connecter|acceder|iniciar-sesion|accedi|inloggen|entrar|logowanie|вход|ログイン|登录|로그인',
        'pricing|prices?|price-list|plans(-and-pricing)?|rates|fees|preise|preisliste|tarife|tarifs?|prix|precios|tarifas|prezzi|listino|prijzen|tarieven|precos|cennik|цены|прайс|料金|价格|가격|fiyatlar'
    ], '|'), ')(\\.[a-z]{2,5})?/?$'))
