/** The files that the server reads crawls from. */
export const crawlFileTypes = ['.csv', '.tsv', '.txt', '.xlsx', '.gz', '.zip', 'text/csv']
