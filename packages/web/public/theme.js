// Runs before anything is painted: a person who chose a theme never sees the other one flash up.
try {
  document.documentElement.dataset.theme = JSON.parse(localStorage.getItem('afterstate:settings')).theme;
} catch {
  // Nothing was chosen: the system's theme.
}
