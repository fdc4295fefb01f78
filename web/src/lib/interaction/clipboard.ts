import { toast } from '../toast'

/** Copies a text and shows a toast. */
export async function copy(text: string, title: string, description?: string) {
  try {
    await navigator.clipboard.writeText(text)
    toast(title, { ...(description && { description }), tone: 'good' })
  } catch {
    toast('Error', { description: 'This browser did not allow copying.', tone: 'bad' })
  }
}
