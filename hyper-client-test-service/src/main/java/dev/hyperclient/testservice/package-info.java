/**
 * A self-describing REST service in the style of lazr.restful that runs in the process of
 * an application or test. It depends on no client.
 * <ul>
 * <li>Declaration: {@link dev.hyperclient.testservice.FakeServiceBuilder} takes versions,
 * {@linkplain dev.hyperclient.testservice.TypeBuilder entry types} with their attributes,
 * links, hosted files and {@linkplain dev.hyperclient.testservice.OperationBuilder named
 * operations}, and the entries. The WADL document, the representations and the validation
 * of requests are derived from it.
 * {@link dev.hyperclient.testservice.ReplayedServiceBuilder} compiles the description of
 * another service to the same declaration.
 * <li>Data: immutable. A write replaces it.
 * <li>Access: a {@link dev.hyperclient.testservice.RequestGuard} decides about each
 * request.
 * <li>Server: {@link dev.hyperclient.testservice.FakeService} listens on a port and
 * records requests.
 * </ul>
 */
@NullMarked
package dev.hyperclient.testservice;

import org.jspecify.annotations.NullMarked;
