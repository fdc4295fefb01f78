-- True for words of three letters or more that say nothing about a subject, in the languages of most sites.
(word) -> word in (
    -- en
    'the', 'and', 'for', 'with', 'from', 'you', 'your', 'our', 'are', 'was', 'were', 'has', 'have', 'had', 'not', 'but', 'all', 'any', 'can', 'will', 'how', 'what', 'why', 'who', 'when', 'where', 'which', 'this', 'that', 'these', 'those', 'its', 'into', 'out', 'about', 'over', 'under', 'more', 'most', 'new', 'top', 'best', 'get', 'use', 'using', 'make', 'does', 'home', 'page', 'guide', 'blog', 'news',
    -- de
    'der', 'die', 'das', 'den', 'dem', 'des', 'und', 'oder', 'mit', 'für', 'von', 'vom', 'zum', 'zur', 'bei', 'aus', 'auf', 'ein', 'eine', 'einen', 'einem', 'einer', 'ist', 'sind', 'wie', 'was', 'wir', 'sie', 'ihr', 'ihre', 'nicht', 'auch', 'nach', 'über', 'unter', 'alle', 'mehr',
    -- fr
    'les', 'une', 'des', 'aux', 'est', 'sont', 'pour', 'par', 'sur', 'dans', 'avec', 'sans', 'que', 'qui', 'quoi', 'votre', 'vos', 'notre', 'nos', 'ses', 'son', 'plus', 'comment', 'tout', 'tous', 'toutes', 'entre', 'chez',
    -- es
    'los', 'las', 'una', 'unos', 'unas', 'del', 'por', 'para', 'con', 'sin', 'sobre', 'entre', 'como', 'cómo', 'que', 'qué', 'más', 'muy', 'sus', 'son', 'está', 'nuestro', 'nuestra', 'todo', 'todos', 'tus',
    -- it
    'gli', 'uno', 'dei', 'degli', 'delle', 'della', 'dello', 'nel', 'nella', 'dal', 'dalla', 'sul', 'sulla', 'con', 'per', 'tra', 'fra', 'come', 'che', 'chi', 'più', 'non', 'tutti', 'tutto', 'sono', 'nostro', 'nostra',
    -- pt
    'uma', 'umas', 'dos', 'das', 'nos', 'nas', 'pelo', 'pela', 'com', 'sem', 'não', 'mais', 'seu', 'sua', 'são', 'está', 'você',
    -- nl
    'het', 'een', 'van', 'voor', 'met', 'naar', 'bij', 'uit', 'aan', 'zijn', 'niet', 'ook', 'hoe', 'wat', 'waar', 'ons', 'onze', 'uw', 'meer', 'over',
    -- pl, sv, da, no, tr
    'dla', 'jak', 'jest', 'nie', 'oraz', 'czy', 'pod', 'nad', 'och', 'för', 'med', 'som', 'att', 'det', 'den', 'ett', 'til', 'fra', 'ikke', 'hvad', 'hvordan', 've', 'ile', 'için', 'bir', 'nasıl',
    -- ru, uk
    'для', 'как', 'что', 'это', 'или', 'при', 'под', 'над', 'без', 'все', 'наш', 'наша', 'наши', 'вас', 'вам', 'они', 'так', 'его', 'том', 'она', 'від', 'про', 'щодо'
)
