/** The files that the server reads crawls from. */
export const crawlFileTypes = ['.csv', '.tsv', '.txt', '.xlsx', '.gz', '.zip', 'text/csv']

/** Says which by the endings that people see. */
export const crawlFileLocale = {
  strings: {
    youCanOnlyUploadFileTypes:
      'This kind of file can’t be read. Choose a .csv, .tsv, .txt, .xlsx, .zip or .gz file.',
  },
  pluralize: (n: number) => (n === 1 ? 0 : 1),
}
