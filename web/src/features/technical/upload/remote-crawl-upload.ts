import Uppy from '@uppy/core'
import Dashboard from '@uppy/dashboard'
import Dropbox from '@uppy/dropbox'
import GoogleDrive from '@uppy/google-drive'
import Url from '@uppy/url'
import XHRUpload from '@uppy/xhr-upload'
import { uploadTicket } from '@/api/crawls/companion'
import { beginRequest } from '@/api/core/in-flight'
import { crawlFileLocale, crawlFileTypes } from './file-types'
import { clearUpload, failUpload, finishUpload, setUpload } from './upload-state'
import '@uppy/core/css/style.min.css'
import '@uppy/dashboard/css/style.min.css'
import '@uppy/url/css/style.min.css'
import './remote-crawl.css'

/** The server's limit. */
const maxBytes = 10 * 1024 ** 3

const failed =
  'We couldn’t fetch the file. Check its link and sharing settings, or upload it from this computer.'

/** The response to an upload: the address of its import. */
type Started = { location: string }
type Fetcher = Uppy<Record<string, unknown>, Started>

/** Opens the dialog that chooses a remote file; the server fetches it, and the import goes on as usual. */
export function openRemoteSources(siteId: string, sources: string[]) {
  const uppy: Fetcher = new Uppy({
    restrictions: {
      maxNumberOfFiles: 1,
      minFileSize: 1,
      maxFileSize: maxBytes,
      allowedFileTypes: crawlFileTypes,
    },
    locale: crawlFileLocale,
  })
  uppy.use(Dashboard, {
    closeModalOnClickOutside: true,
    disableLocalFiles: true,
    theme: (document.documentElement.dataset['theme'] as 'light' | 'dark' | undefined) ?? 'auto',
    proudlyDisplayPoweredByUppy: false,
    locale: { strings: { dashboardTitle: 'Choose a crawl', importFiles: 'Fetch a crawl from:' } },
  })
  // The ticket is valid for a quarter of an hour, so it is requested when the upload starts.
  uppy.use(XHRUpload, { endpoint: '/api/companion/upload', fieldName: 'file', allowedMetaFields: ['name'] })
  const companionUrl = `${location.origin}/companion`
  if (sources.includes('url')) uppy.use(Url, { companionUrl })
  if (sources.includes('drive')) uppy.use(GoogleDrive, { companionUrl })
  if (sources.includes('dropbox')) uppy.use(Dropbox, { companionUrl })
  const dialog = uppy.getPlugin<Dashboard<Record<string, unknown>, Started>>('Dashboard')!
  uppy.on('file-added', (file) => {
    dialog.closeModal()
    void send(uppy, siteId, file.name ?? '')
  })
  uppy.on('dashboard:modal-closed', () => {
    if (uppy.getFiles().length === 0) uppy.destroy()
  })
  dialog.openModal()
}

async function send(uppy: Fetcher, siteId: string, fileName: string) {
  const sending = (progress: number) =>
    setUpload(siteId, { phase: 'sending', fileName, progress, cancel: () => uppy.cancelAll() })
  uppy.on('upload-progress', (_, { bytesUploaded, bytesTotal }) =>
    sending(bytesUploaded / (bytesTotal || Infinity)),
  )
  sending(0)
  const end = beginRequest()
  try {
    const { ticket, url } = await uploadTicket(siteId)
    uppy.getPlugin('XHRUpload')!.setOptions({ endpoint: url, headers: { 'X-Upload-Ticket': ticket } })
    const outcome = await uppy.upload()
    const started = outcome?.successful?.[0]?.response?.body
    if (started) await finishUpload(siteId, fileName, { job: started.location, body: null })
    else if (outcome?.failed?.length) throw new Error(failed)
    else clearUpload(siteId)
  } catch (error) {
    failUpload(siteId, fileName, error, failed)
  } finally {
    end()
    uppy.destroy()
  }
}
