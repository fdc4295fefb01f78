import { useInsightTypes } from '@/api/insights'
import { humanize } from '@/lib/format'

/** The title of a type of opportunity, such as "Internal links". */
export const TypeTitle = ({ type }: { type: string }) => useTypeTitle()(type)

/** Returns the title of a type; of an unknown one its ID in words. */
export function useTypeTitle() {
  const { types } = useInsightTypes()
  return (type: string) => types?.find((item) => item.type === type)?.title ?? humanize(type)
}
