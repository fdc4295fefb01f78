import { useState, type FormEvent } from 'react'
import { addComment, deleteComment, useComments, type Comment } from '@/api/comments'
import { messageOf } from '@/api/core/error'
import { toastFailure } from '@/api/core/failure'
import type { Insight } from '@/api/insights'
import { useUser } from '@/api/session'
import { edits, manages } from '@/api/core/role'
import { ago } from '@/lib/format'
import { useBusy } from '@/lib/interaction/use-busy'
import { Button } from '@/ui/button'
import { TextArea } from '@/ui/forms/text-area'
import { LoadError } from '@/ui/load-error'
import { SheetSection } from '@/ui/overlays/sheet'

/** What people said about an opportunity, and a box to say more. */
export function DetailComments({ insight }: { insight: Insight }) {
  const { user } = useUser()
  const { comments, error, reload } = useComments(insight.id)
  const writes = edits(user)
  if (!writes && comments?.length === 0) return null
  return (
    <SheetSection title="Comments">
      {error && <LoadError error={error} onRetry={() => void reload()} />}
      {comments && comments.length > 0 && (
        <ul aria-label="Comments" className="mb-4 space-y-3">
          {comments.map((comment) => (
            <Entry
              key={comment.id}
              insight={insight}
              comment={comment}
              deletable={writes && (manages(user) || comment.userId === user?.id)}
            />
          ))}
        </ul>
      )}
      {writes && <CommentForm insight={insight} />}
    </SheetSection>
  )
}

function Entry({ insight, comment, deletable }: { insight: Insight; comment: Comment; deletable: boolean }) {
  const [busy, run] = useBusy()
  const remove = () =>
    run(async () => {
      try {
        await deleteComment(insight.id, comment.id)
      } catch (error) {
        toastFailure(error, 'Failed to delete the comment')
      }
    })
  return (
    <li className="flex items-start gap-2">
      <div className="min-w-0 flex-1">
        <p className="text-xs text-ink-3">
          <span className="font-medium text-ink-2">{comment.author}</span> ·{' '}
          <time dateTime={comment.createdAt}>{ago(comment.createdAt)}</time>
        </p>
        <p className="text-pretty wrap-anywhere whitespace-pre-wrap">{comment.text}</p>
      </div>
      {deletable && (
        <Button
          size="sm"
          variant="ghost"
          icon="trash"
          disabled={busy}
          aria-label={`Delete the comment by ${comment.author}`}
          onClick={() => void remove()}
        />
      )}
    </li>
  )
}

function CommentForm({ insight }: { insight: Insight }) {
  const [text, setText] = useState('')
  const [error, setError] = useState('')
  const [busy, run] = useBusy()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void run(async () => {
      setError('')
      try {
        await addComment(insight.id, text)
        setText('')
      } catch (failure) {
        setError(messageOf(failure, 'The comment could not be added.'))
      }
    })
  }
  return (
    <form noValidate onSubmit={submit} className="space-y-2">
      <TextArea
        label="Add a comment"
        name="comment"
        rows={2}
        placeholder="@name tells a member"
        value={text}
        error={error}
        onChange={setText}
      />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-xs text-ink-3">Everyone who can see this site can read comments.</p>
        <Button type="submit" busy={busy} disabled={text.trim() === ''}>
          Comment
        </Button>
      </div>
    </form>
  )
}
