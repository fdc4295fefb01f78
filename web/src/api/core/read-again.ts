import { clearCache } from './resource'

/** Forgets every answer, and reads again what is on screen. */
export const readEverythingAgain = () => clearCache()
