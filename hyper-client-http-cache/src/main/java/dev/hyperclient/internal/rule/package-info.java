/**
 * Rules by URL: their check, the choice of the rule that decides on a request, and its
 * effect. Only functions of requests and header fields may be in it; policies know rules
 * only as {@code ReusePolicy.EffectiveFields}. Internal: not for use outside of Hyper
 * Client.
 */
@NullMarked
package dev.hyperclient.internal.rule;

import org.jspecify.annotations.NullMarked;
