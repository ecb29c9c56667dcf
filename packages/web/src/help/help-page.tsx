export function HelpPage() {
  return (
    <main class="page">
      <h1>Help</h1>
    </main>
  );
}
