// Applies the chosen theme before the first paint; a file of its own, since the page allows no inline scripts.
try {
  var theme = localStorage.getItem('theme')
  if (theme) document.documentElement.dataset.theme = theme
} catch {
  // No storage: the system's theme stays.
}
