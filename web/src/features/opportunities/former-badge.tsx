import { useMay } from '@/api/core/role'
import { useMembers } from '@/api/settings/members'
import { Badge } from '@/ui/badges/badge'

/** Says of an assignee that they were a member and no longer are. */
export function FormerBadge({ id }: { id: string }) {
  const { members } = useMembers(useMay().edit)
  return members?.every((member) => member.id !== id) && <Badge>Former member</Badge>
}
