// The training runs of the machine that serves the app. A static copy of the app has no such machine, and says so.

export function RunsPage() {
  return (
    <main class="page">
      <h1>Runs</h1>
      <div class="empty">
        <p>
          Long training is done by the <code>afterstate</code> command. Its run folders, their settings and their curves
          are watched here when the app is served by that machine.
        </p>
        <p class="quiet">This build cannot read runs yet.</p>
      </div>
    </main>
  );
}
