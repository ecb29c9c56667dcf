export function AnalysePage() {
  return (
    <main class="page">
      <h1>Analyse</h1>
    </main>
  );
}
