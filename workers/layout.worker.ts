/*
 * The layout of graphs, in a worker of its own. What it says and hears is elkjs's own: the page speaks to it through
 * `elkjs/lib/elk-api.js`, so that the library is used as it comes.
 */
import 'elkjs/lib/elk-worker.min.js';
