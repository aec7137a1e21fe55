/**
 * A self-describing REST service in the style of lazr.restful that runs in the process of
 * an application or test. It depends on no client.
 * <ul>
 * <li>Declaration: a {@link dev.hyperclient.testservice.ServiceDefinition} names the
 * versions, the {@linkplain dev.hyperclient.testservice.EntryType entry types} with their
 * attributes, links, hosted files and
 * {@linkplain dev.hyperclient.testservice.OperationDefinition named operations}. The WADL
 * document, the representations and the validation of requests are derived from it.
 * <li>Data: an immutable value of the application's own type. A write returns the next
 * value.
 * <li>Access: a {@link dev.hyperclient.testservice.RequestGuard} decides about each
 * request.
 * <li>Server: {@link dev.hyperclient.testservice.SelfDescribingService} listens on a port
 * and records requests.
 * </ul>
 */
@NullMarked
package dev.hyperclient.testservice;

import org.jspecify.annotations.NullMarked;
