/** Loads the code of the screen at a path ahead. The app fills it, so that no feature needs to know another. */
export const screenPreload: { of?: (path: string) => Promise<unknown> | undefined } = {}
