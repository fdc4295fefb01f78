import type { ReactNode } from 'react'
import { Logo } from '@/ui/logo'

/** A page of plain text. Operators replace it with their own: see LEGAL_DIR. */
const LegalPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="mx-auto max-w-2xl px-5 py-10">
    <a href="/" aria-label="Upslope, to the start page" className="inline-block rounded-md">
      <Logo />
    </a>
    <main className="mt-10 space-y-4 text-base text-pretty text-ink-2 [&_h2]:pt-4 [&_h2]:text-lg [&_h2]:font-semibold [&_h2]:text-ink">
      <h1 className="text-3xl font-semibold text-ink">{title}</h1>
      {children}
    </main>
  </div>
)

/** The terms of use of an installation whose operator has not written others. */
export const Terms = () => (
  <LegalPage title="Terms">
    <p>
      These are the terms of Upslope as it comes. Whoever operates this installation may replace them; the
      operator is your contract partner.
    </p>
    <h2>The service</h2>
    <p>
      Upslope reads data from sources that you connect or upload, and proposes what to change on your website
      and in your campaigns. It does not change them. Values are estimates with a range, not promises.
    </p>
    <h2>Your account</h2>
    <p>
      Connect only sites and accounts that you may read. You decide who is in your account and what each person
      may do. Keep API tokens and report links secret; you can revoke both at any time.
    </p>
    <h2>Trial, plans and payment</h2>
    <p>
      The trial needs no card. A plan is paid monthly in advance. You can cancel at any time; the plan then ends
      with the paid month. After that your data stays readable, and syncing stops.
    </p>
    <h2>Ending it</h2>
    <p>
      You can export all of your data and delete your account in Settings. Deleting removes your data from the
      service.
    </p>
  </LegalPage>
)

/** What happens with data, for an installation whose operator has not written others. */
export const Privacy = () => (
  <LegalPage title="Privacy">
    <p>
      This page describes how the program handles data. Whoever operates this installation is responsible for
      it, and may replace this page.
    </p>
    <h2>What is stored</h2>
    <p>
      Your name, email address and picture as your sign-in gives them; the sites you add; figures of the sources
      you connect; crawl files you upload; reports you make; and a log of what was changed in your account, with
      IP addresses.
    </p>
    <h2>What is read</h2>
    <p>
      Search Console, Google Analytics, Google Ads, Bing Webmaster Tools, Semrush and PageSpeed Insights, only
      where you connect them, and your public pages when you start a crawl. The access to Google is read-only
      wherever Google offers that.
    </p>
    <h2>Cookies</h2>
    <p>
      One cookie keeps you signed in, one remembers which account you chose, and one says that you look at the
      demo. There are no cookies of advertisers and no trackers on these pages.
    </p>
    <h2>Who else sees it</h2>
    <p>
      The people of your account, and everyone who has a report link that you sent. The providers of sign-in and
      payment process what they need for that.
    </p>
    <h2>Deleting it</h2>
    <p>
      You can export everything and delete your account in Settings. Credentials are stored encrypted, and
      deleted with your account.
    </p>
  </LegalPage>
)
