-- The CTR curve in steps of 1/20 of a position, from 1 to 21. As a step of its own it is written once; a
-- parameter would be expanded at each use.
(select {ctr:Array(Float64)})
