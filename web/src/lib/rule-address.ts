/** The address of a rule's explanation. */
export const ruleAddress = (type: string) => `/settings?tab=tuning&rule=${encodeURIComponent(type)}`
