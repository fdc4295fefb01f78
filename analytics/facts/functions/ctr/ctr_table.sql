-- The CTR curve in steps of 1/20 of a position, from position 1 to 21. A value of its own: a parameter is
-- written out wherever it is read.
(select {ctr:Array(Float64)})
