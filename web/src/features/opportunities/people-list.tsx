import { useMembers } from '@/api/settings/members'
import { useUser } from '@/api/session'

/** The members of the account as suggestions of a text box, which names it by id. */
export function PeopleList({ id }: { id: string }) {
  const { members } = useMembers(useUser().user?.role !== 'client')
  return (
    <datalist id={id}>
      {members?.map((member) => {
        const name = `${member.firstName} ${member.lastName}`.trim()
        return (
          <option key={member.id} value={name || member.email}>
            {name && member.email}
          </option>
        )
      })}
    </datalist>
  )
}
