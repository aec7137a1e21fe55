/**
 * Transactions and their drivers. A transaction looks a request up, asks the policies,
 * and reads and writes the store; a driver, one for blocking and one for reactive
 * clients, sends requests and carries the decisions out. Everything that needs a store, a
 * clock or a thread is here. Internal: not for use outside of Hyper Client.
 */
@NullMarked
package dev.hyperclient.internal.transaction;

import org.jspecify.annotations.NullMarked;
