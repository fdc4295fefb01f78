import { toastFailure } from '@/api/core/failure'
import { toast } from '@/lib/toast'
import { useBusy } from '@/lib/interaction/use-busy'
import { RowMenu } from '@/ui/list/list-menu'
import { offer, pausedCampaign, reducedBids, type Campaign } from './editor-file'

/** Actions on a campaign, as files for Google Ads Editor. */
export function CampaignMenu({ campaign }: { campaign: Campaign }) {
  const [busy, run] = useBusy()
  const name = `“${campaign.campaign}”`
  const reduce = () =>
    run(async () => {
      try {
        const file = await reducedBids(campaign)
        if (file) offer('Bids Reduced', `${name} by 30%.`, file)
        else toast('No bids to reduce', { description: `Google sets the bids of ${name} without a target.` })
      } catch (error) {
        toastFailure(error, 'Failed to load the bids')
      }
    })
  return (
    <RowMenu
      label={`Actions for ${campaign.campaign}`}
      items={[
        {
          label: 'Pause Campaign',
          icon: 'dismiss',
          onSelect: () => offer('Campaign Paused', `${name} is paused in the file.`, pausedCampaign(campaign)),
        },
        { label: 'Reduce Bids', icon: 'trending-down', disabled: busy, onSelect: reduce },
      ]}
    />
  )
}
