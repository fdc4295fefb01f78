-- All that one to three words make that follow each other.
(words) -> arrayConcat(
    words,
    arrayMap((one, two) -> concat(one, ' ', two), arrayPopBack(words), arrayPopFront(words)),
    arrayMap(
        (one, two, three) -> concat(one, ' ', two, ' ', three),
        arrayPopBack(arrayPopBack(words)), arrayPopBack(arrayPopFront(words)), arrayPopFront(arrayPopFront(words))))
