/** Where the rule of a type of insight is explained. */
export const ruleAddress = (type: string) => `/settings?tab=tuning&rule=${encodeURIComponent(type)}`
