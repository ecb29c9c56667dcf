// What the app's page of papers needs: writing tables, drawing figures and naming items. Its worker handles the recipes
// (page-recipes.ts): a page that imported them would also load the library's learning code.

export { drawFigure } from '../measure/figure.ts';
export type { Figure } from '../measure/figure.ts';
export { itemNames } from './papers.ts';
export type { PaperLetter, Try } from './papers.ts';
export type { Outcome } from './recipe.ts';
export type { PaperData, RecipeData, RecipeResult } from './result.ts';
export { cellText } from './table.ts';
export type { Column, Line, Row, Table } from './table.ts';
