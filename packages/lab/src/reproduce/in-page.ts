// What the app's page of papers needs: how tables are written, figures drawn and items named. Recipes are the business of its worker
// (page-recipes.ts): a page that imported them would load the library's learning with itself.

export { drawFigure } from '../measure/figure.ts';
export type { Figure } from '../measure/figure.ts';
export { itemNames } from './papers.ts';
export type { PaperLetter, Try } from './papers.ts';
export type { Outcome } from './recipe.ts';
export type { PaperData, RecipeData, RecipeResult } from './result.ts';
export { cellText } from './table.ts';
export type { Column, Line, Row, Table } from './table.ts';
