/** Loads the code of the screen at a path ahead. The app fills it in: features do not know each other. */
export const screenPreload: { of?: (path: string) => Promise<unknown> | undefined } = {}
