-- One row: a folder that groups pages of the site, such as /blog or /jobs/location, found from its own paths.
-- Hosts other than the main one are a prefix: docs.example.com/guides. '' is the root of the main host.
-- uses: pages_current
with
    main_host as (
        select domainWithoutWWW(page) as host
        from pages_current
        group by host
        order by count() desc, host
        limit 1
    ),

    places as (
        select distinct concat(if(domainWithoutWWW(page) = (select host from main_host), '', domainWithoutWWW(page)), path(page)) as place
        from pages_current
    ),

    folders_of_places as (
        select
            splitByChar('/', place) as parts,
            arrayJoin(range(1, length(parts))) as depth, -- 1 is the host's root
            arrayStringConcat(arraySlice(parts, 1, depth), '/') as folder
        from places
    ),

    folders as (
        select
            folder,
            any(depth) as folder_depth,
            any(arrayStringConcat(arraySlice(parts, 1, depth - 1), '/')) as parent,
            any(parts[depth]) as name,
            count() as pages_beneath
        from folders_of_places
        group by folder
    ),

    -- A folder counts if its parents do, it has enough pages, and its name is no date, number, version or
    -- key. With 300 siblings such as /products/chair it shares their template and belongs to /products.
    judged as (
        select
            folder,
            folder_depth,
            count() over (partition by parent, folder_depth) as siblings,
            sum(pages_beneath) over (partition by parent, folder_depth) as pages_of_siblings,
            folder_depth = 1
                or pages_beneath >= {min_pages:UInt64}
                and not match(name, '^v?[0-9][0-9._-]*$|[0-9]{4}|^[0-9a-f-]{16,}$')
                and (siblings <= if(folder_depth = 2, {max_root_folders:UInt64}, {max_folders:UInt64})
                    or pages_beneath >= {min_share:Float64} * pages_of_siblings) as is_apart
        from folders
    )
select folder, (select host from main_host) as main_host
from judged
where is_apart
  and arrayAll(
      above -> has((select groupArray(folder) from judged where is_apart), above),
      arrayMap(level -> arrayStringConcat(arraySlice(splitByChar('/', folder), 1, level), '/'), range(1, folder_depth)))
order by folder
